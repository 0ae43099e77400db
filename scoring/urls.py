"""The pages of a game, a table and a club's sign-in."""

app_name = "scoring"
urlpatterns: list = []
